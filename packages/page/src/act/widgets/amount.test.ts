import { expect, test } from "vitest";
import { numberIn } from "./amount.ts";

const any = { least: undefined, most: undefined };

test.each<[text: string, limits: Parameters<typeof numberIn>[1], wanted: number | undefined]>([
	["40", any, 40],
	["40 %", any, 40],
	["€ 1,50", any, 1.5],
	["-3", any, -3],
	["1,200", any, 1_200],
	["1,200", { least: 0, most: 5 }, 1.2],
	["1.200,50", any, 1_200.5],
	["12 000 km", any, 12_000],
	["from 3 to 5", any, undefined],
	["medium", any, undefined],
	["250", { least: 0, most: 100 }, 250],
])("%s within %j is %j", (text, limits, wanted) => {
	expect(numberIn(text, limits)).toBe(wanted);
});
