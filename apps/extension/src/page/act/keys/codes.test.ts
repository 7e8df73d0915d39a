import { expect, test } from "vitest";
import { keyCodeOf } from "./codes.ts";

test.each([
	["Enter", 13],
	["ArrowRight", 39],
	["End", 35],
	["a", 65],
	["A", 65],
	["7", 55],
	["&", 55],
	[".", 190],
	["_", 189],
	[" ", 32],
	["\\", 220],
	['"', 222],
	["F5", 116],
	["é", 0],
	["Unidentified", 0],
])("an old page knows %s by the number %i", (key, code) => expect(keyCodeOf(key)).toBe(code));
