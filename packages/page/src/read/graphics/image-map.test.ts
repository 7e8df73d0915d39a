import { expect, test } from "vitest";
import { boxOfArea } from "./image-map.ts";

const image = { width: 200, height: 100 };

test.each([
	["rect", "10,20,50,80", { left: 10, top: 20, width: 40, height: 60 }],
	["RECT", "50 80 10 20", { left: 10, top: 20, width: 40, height: 60 }],
	["", "10,20,50,80", { left: 10, top: 20, width: 40, height: 60 }],
	["circle", "100,50,20", { left: 80, top: 30, width: 40, height: 40 }],
	["poly", "0,0,40,10,20,60,7", { left: 0, top: 0, width: 40, height: 60 }],
	["default", "", { left: 0, top: 0, width: 200, height: 100 }],
	["rect", "nonsense", { left: 0, top: 0, width: 200, height: 100 }],
])("the part of an image that %s %s is, is known by its box", (shape, coords, box) => {
	expect(boxOfArea({ shape, coords }, image)).toEqual(box);
});
