import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..", "..");
const read = (...path: readonly string[]) => readFileSync(join(root, ...path), "utf8");

/** What stands in quotes in a list of wxt.config.ts, its comments aside. */
function listed(name: string): readonly string[] {
	const [, list = ""] =
		new RegExp(`\\b${name}(?: =|:) \\[([\\s\\S]*?)\\n?\\t*\\][,;]`).exec(read("apps", "extension", "wxt.config.ts")) ?? [];
	return [...list.replaceAll(/\/\/.*$/gm, "").matchAll(/"([^"]+)"/g)].map(([, word = ""]) => word);
}

test("each permission of the extension has its reason, and no reason is for one that it does not ask for", () => {
	const asked = ["permissions", "optional_permissions", "host_permissions"].flatMap(listed);
	expect(asked).toEqual(expect.arrayContaining(["storage", "debugger", "notifications", "<all_urls>"]));
	const reasons = [...read("docs", "store", "permissions.md").matchAll(/^\| `([^`]+)` +\| (.{20,}) \|$/gm)].map(([, name]) => name);
	expect(reasons.toSorted()).toEqual(asked.toSorted());
});

test.for(["en", "de"])("the summary for the store is that of the manifest, and fits: %s", (language) => {
	const messages = JSON.parse(read("apps", "extension", "public", "_locales", language, "messages.json"));
	const description: string = messages.description.message;
	expect(description.length).toBeGreaterThan(20);
	expect(description.length).toBeLessThanOrEqual(132);
	expect(read("docs", "store", "listing.md")).toContain(`| ${description} `);
});
