"""Printing: what an event or a table needs on paper, from values to the pages of a PDF.

The modules named after sheets put names, figures and links into plain data and decide nothing; the layout
stands in `sheets/*.typ`; :mod:`scoring.printing.press` sets the one by the other. Who may print what is
decided in the views.
"""
