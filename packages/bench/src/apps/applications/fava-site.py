"""Fava with a small ledger. `seed DATA` writes it; `serve DATA PORT [--read-only]` serves it on 127.0.0.1."""

import os
import sys

ledger = """\
option "title" "Household"
option "operating_currency" "USD"
2020-01-01 open Assets:Cash USD
2020-01-01 open Assets:Checking USD
2020-01-01 open Expenses:Food USD
2020-01-01 open Expenses:Food:Out USD
2020-01-01 open Equity:Opening USD
2026-01-02 * "Opening" "Balance"
  Assets:Cash      100.00 USD
  Equity:Opening
2026-02-03 * "Bakery" "Cake"
  Expenses:Food:Out  31.00 USD
  Assets:Checking
"""

command, data = sys.argv[1:3]
path = os.path.join(data, "ledger.beancount")
if command == "seed":
    os.makedirs(data, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(ledger)
else:
    from fava.cli import main

    main([path, "--host", "127.0.0.1", "--port", sys.argv[3], *sys.argv[4:]])
