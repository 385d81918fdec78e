"""Printing: sheets of an event, a table or a club as PDF.

The modules for sheets convert names, scores and links to plain data. `layouts/*.typ` holds the layouts, and
:mod:`scoring.printing.press` makes the PDF. The views check who may print a sheet.
"""
