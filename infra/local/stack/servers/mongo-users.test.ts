import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { auditCollections, change, databases, inspect, toolsCollections } from "./mongo-users.ts";

const root = join(import.meta.dirname, "..", "..", "..", "..");

test("each collection that tool-runner names is one that its user may use", () => {
	const files = globSync(["apps/tool-runner/src/**/*.ts", "packages/service-kit/src/**/*.ts"], { cwd: root });
	const sources = files.map((file) => readFileSync(join(root, file), "utf8"));
	const named = sources.flatMap((text) => [...text.matchAll(/\bcollection(?:<[^(]*>)?\("(\w+)"/g)].map(([, name]) => name));
	expect(named).toContain("workspaces");
	expect(named.filter((name = "") => !auditCollections.includes(name) && !toolsCollections.includes(name))).toEqual([]);
});

test("docker compose makes the same users with the same rights", () => {
	const script = readFileSync(join(root, "infra", "docker", "mongo-health.js"), "utf8");
	// The script runs in mongosh, where a second file would have to be mounted too.
	const listed = (list: string) => [...(new RegExp(`const ${list} = [[{]([^\\]}]*)[\\]}]`).exec(script)?.[1]?.match(/\w+/g) ?? [])].sort();
	expect(listed("collections")).toEqual([...toolsCollections].sort());
	expect(listed("auditCollections")).toEqual([...auditCollections].sort());
	expect(listed("inspect")).toEqual([...inspect].sort());
	expect(listed("change")).toEqual([...change.filter((action) => !inspect.includes(action)), "inspect"].sort());
	expect(listed("owners").filter((word) => word.startsWith("webhand_"))).toEqual(
		Object.values(databases)
			.map(({ name }) => name)
			.sort(),
	);
});
