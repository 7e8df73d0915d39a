import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RoutineFile } from "@webhand/contracts/routine/routine";
import { expect, test } from "vitest";

const read = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");

test("the list of the demo has the inputs of its routine as columns, and countries that the routine offers", () => {
	const { inputs } = RoutineFile.parse(JSON.parse(read("addresses.json"))).program;
	const [head, ...rows] = read("addresses.csv").trimEnd().split("\n");
	expect(head).toBe(inputs.map(({ label }) => label).join(","));
	expect(rows).toHaveLength(12);
	const countries = inputs.find(({ name }) => name === "country")?.choices ?? [];
	for (const row of rows) expect(countries).toContain(row.split(",").at(-1));
});
