import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../tools/run.mjs";

const limitMs = 60_000;

/** Where things are below the checkout. */
export const places = { chart: "infra/helm", rendered: "infra/local/test/chart/rendered" } as const;

/** Names of the example values, each of which is rendered. @param root the checkout, absolute */
export function exampleNames(root: string): readonly string[] {
	return globSync("*.yaml", { cwd: join(root, places.chart, "examples") })
		.map((file) => file.replace(/\.yaml$/, ""))
		.sort();
}

/** SHA-256 of all that a rendering depends on: templates, values, examples, and the files that they take in. */
export function hashOfChart(root: string): string {
	const folder = join(root, places.chart);
	const files = globSync(["Chart.yaml", "values.yaml", "templates/**/*.*", "files/*", "examples/*"], { cwd: folder }).sort();
	const hash = createHash("sha256");
	for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(folder, file))).update("\0");
	return hash.digest("hex");
}

/** `helm` of one call: its program, and the checkout. */
export type Helm = { readonly program: string; readonly root: string };

/** The manifests of an example, as `helm install` would send them. @throws Error with what Helm says */
export async function render({ program, root }: Helm, example: string, more: readonly string[] = []): Promise<string> {
	const values = join(places.chart, "examples", `${example}.yaml`);
	return await ask({ program, root }, ["template", "webhand", places.chart, "--namespace", "webhand", "--values", values, ...more]);
}

/** Lints the chart with the values of an example, warnings included. @throws Error with what Helm says */
export async function lint(helm: Helm, example: string): Promise<void> {
	await ask(helm, ["lint", places.chart, "--strict", "--values", join(places.chart, "examples", `${example}.yaml`)]);
}

async function ask({ program, root }: Helm, args: readonly string[]): Promise<string> {
	const { ok, output, errors, reason } = await run(program, args, { env: process.env, cwd: root, limitMs });
	if (!ok) throw new Error(`helm ${args[0]}: ${reason}\n${errors}\n${output}`);
	return output;
}
