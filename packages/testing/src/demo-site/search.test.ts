import { expect, test } from "vitest";
import { catalogue } from "./catalogue.ts";
import { searchProducts } from "./search.ts";

test.for([
	["blue kettle", "Blue kettle"],
	["kettle blue", "Blue kettle"],
	["  BLUE   Kettles ", "Blue kettle"],
	["blue travel kettle", "Blue travel kettle"],
	["grey wool blanket", "Grey wool blanket"],
	["kett", "Blue kettle"],
	["red", "Red kettle"],
] as const)("a search for %j lists %j first", ([words, first]) => {
	expect(searchProducts(catalogue, words)[0]?.name).toBe(first);
});

test("a search for one kind finds all twenty of it before anything else", () => {
	const found = searchProducts(catalogue, "mug");
	expect(found).toHaveLength(20);
	expect(new Set(found.map((product) => product.kind))).toEqual(new Set(["mug"]));
});

test("things with one of the words come after things with both", () => {
	const found = searchProducts(catalogue, "blue kettle");
	expect(found.slice(0, 2).map((product) => product.name)).toEqual(["Blue kettle", "Blue travel kettle"]);
	expect(found.slice(2, 20).every((product) => product.kind === "kettle")).toBe(true);
});

test.for(["", "   ", "!!!", "spaceship"])("a search for %j finds nothing", (words) => {
	expect(searchProducts(catalogue, words)).toEqual([]);
});
