"""Audit trails in projects and beside models: kept where one was begun, and else nothing is done."""
