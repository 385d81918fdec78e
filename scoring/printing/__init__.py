"""Printing: sheets of an event or a table as PDF.

The modules for sheets turn names, scores and links into plain data and decide nothing. `sheets/*.typ` holds
the layouts, and :mod:`scoring.printing.press` makes the PDF. The views decide who may print a sheet.
"""
