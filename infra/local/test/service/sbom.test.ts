import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { run } from "../../tools/run.mjs";
import { checkout, readText } from "../fixture/copy.ts";

const Bill = z.looseObject({
	bomFormat: z.literal("CycloneDX"),
	components: z.array(z.looseObject({ name: z.string(), version: z.string(), purl: z.string(), group: z.string().optional() })),
});

test("one command writes what the services are made of, as CycloneDX", async () => {
	const bootstrap = join(checkout, "infra/local/bootstrap.mjs");
	const { ok, reason } = await run(process.execPath, [bootstrap, "sbom"], { env: process.env, cwd: checkout, limitMs: 50_000 });
	expect([ok, reason]).toEqual([true, ""]);
	const { components } = Bill.parse(JSON.parse(readFileSync(join(checkout, ".runtime", "sbom.cdx.json"), "utf8")));
	const named = new Set(components.map(({ purl }) => decodeURIComponent(purl)));
	const { catalog } = z.looseObject({ catalog: z.record(z.string(), z.string()) }).parse(parse(readText("pnpm-workspace.yaml")));
	const Manifest = z.looseObject({ dependencies: z.record(z.string(), z.string()).default({}) });
	for (const app of ["auth", "agent-api", "knowledge-proxy", "tool-runner", "runner"]) {
		const { dependencies } = Manifest.parse(JSON.parse(readText(`apps/${app}/package.json`)));
		const fromCatalog = Object.entries(dependencies).filter(([, version]) => version === "catalog:");
		for (const [name] of fromCatalog) expect(named, app).toContain(`pkg:npm/${name}@${catalog[name]}`);
	}
	// What only tests and builds need is in no image.
	for (const name of ["vitest", "testcontainers", "typescript"])
		expect([...named].filter((purl) => purl.startsWith(`pkg:npm/${name}@`))).toEqual([]);
});
