import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const docs = join(import.meta.dirname, "..", "..", "..", "docs");

/** `<database> <collection>` of each row of the table under a heading, with the cells behind it. */
function rowsOf(page: string, { heading, names }: { readonly heading: string; readonly names: number }) {
	const [, section = ""] = readFileSync(join(docs, page), "utf8").split(`\n${heading}`);
	const rows = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| `webhand_"));
	return rows.flatMap((line) => {
		const cells = line.split("|").map((cell) => cell.trim());
		const [database = ""] = cells[1]?.match(/webhand_\w+/) ?? [];
		const found = [...(cells[names]?.matchAll(/`([\w.]+)`/g) ?? [])];
		return found.map(([, name]) => `${database} ${name}`);
	});
}

test("docs/retention.md says of each collection how it ends", () => {
	const stored = rowsOf("architecture.md", { heading: "## ARCH-DATA Collections and their owners", names: 3 });
	expect(stored.length).toBeGreaterThan(60);
	expect(rowsOf("retention.md", { heading: "## RETENTION-ROWS Each collection", names: 2 }).toSorted()).toEqual(stored.toSorted());
});
