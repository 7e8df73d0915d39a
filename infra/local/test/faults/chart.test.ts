import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Helm } from "../../chart/render.ts";
import { exampleNames, lint, places, render } from "../../chart/render.ts";
import { parseManifests } from "../chart/manifests.ts";
import { checkout } from "../fixture/copy.ts";

const Tools = z.object({
	env: z.record(z.string(), z.string()),
	unavailable: z.record(z.string(), z.object({ reason: z.string(), install: z.string() })),
});

/** @throws Error that says why there is no Helm and what helps: without it nobody knows whether the chart renders */
function helm(): Helm {
	const tools = Tools.parse(JSON.parse(readFileSync(join(checkout, ".runtime", "tools.json"), "utf8")));
	const program = process.env["HELM_BIN"] ?? tools.env["HELM_BIN"];
	const { reason = "it was not looked for", install = "Run: npm run chart" } = tools.unavailable["helm"] ?? {};
	if (program === undefined) throw new Error(`The chart cannot be rendered: ${reason}. ${install}`);
	return { program, root: checkout };
}

const byName = (text: string) =>
	Object.fromEntries(parseManifests(text).map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const));

test.for(exampleNames(checkout))("%s: Helm finds no fault, and renders what npm test looks at", async (name) => {
	await lint(helm(), name);
	const kept = readFileSync(join(checkout, places.rendered, `${name}.yaml`), "utf8");
	expect(byName(await render(helm(), name))).toEqual(byName(kept));
});

test.for<readonly [string, RegExp]>([
	["auth.replica=3", /replica/],
	["auth.settings.TOKEN_TLL=900", /TOKEN_TLL/],
	["agentApi.settings.MODEL_API_KEY=sk-1", /MODEL_API_KEY/],
	["existingSecret=", /existingSecret: name the Secret/],
	["publicUrl=", /publicUrl: where people reach/],
	["toolRunner.replicas=2", /accessModes must be \[ReadWriteMany\]/],
	["toolRunner.autoscaling.enabled=true", /accessModes must be \[ReadWriteMany\]/],
])("values that cannot be right are refused by name: %s", async ([values, reason]) => {
	await expect(render(helm(), "minimal", ["--set", values])).rejects.toThrow(reason);
});

test("a cluster without user namespaces is refused", async () => {
	await expect(render(helm(), "minimal", ["--kube-version", "1.29.0"])).rejects.toThrow(/1\.33/);
});
