import { expect, test } from "vitest";
import { currencyIn, readMoney } from "./money.ts";

test.each([
	["14.00€", 1_400, ["EUR"]],
	["€ 12,50", 1_250, ["EUR"]],
	["$1,234.56", 123_456, ["USD"]],
	["1 234,00 zł", 123_400, ["PLN"]],
	["12.–chf", 1_200, ["CHF"]],
	["chf12.-", 1_200, ["CHF"]],
	["5 kr", 500, ["SEK", "NOK", "DKK"]],
	["¥500", 50_000, ["JPY", "CNY"]],
	["60", 6_000, []],
	["1.234 €", 123_400, ["EUR"]],
] as const)("%s is read, by its greatest reading", (text, cents, currencies) => {
	expect(readMoney(text)).toEqual({ cents, currencies });
});

test.each(["", "on request", "1.2.3,4 €", "-5 €", "7 stones", "5 € 6"])("“%s” is no amount that can be read", (text) => {
	expect(readMoney(text)).toBeUndefined();
});

test("the name of a field says its currency", () => {
	expect(["Amount (€)", "Betrag in CHF", "Number"].map(currencyIn)).toEqual(["€", "CHF", undefined]);
});
