"""What can be done, one verb each, in one transaction: check, compute, write the fact and a journal entry."""
