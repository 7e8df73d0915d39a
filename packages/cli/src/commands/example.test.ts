import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { readArguments } from "./arguments.ts";

const root = join(import.meta.dirname, "..", "..", "..", "..");
const Workflow = z.object({ jobs: z.record(z.string(), z.object({ steps: z.array(z.object({ run: z.string().optional() })) })) });

/** The words of a line of shell without expansions, up to a redirection. */
function wordsOf(line: string): readonly string[] {
	const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => single ?? double ?? bare ?? "");
	const end = words.findIndex((word) => /^[<>|#]|^\\$/.test(word));
	return end === -1 ? words : words.slice(0, end);
}

function commandsIn(text: string): readonly (readonly string[])[] {
	return text
		.split("\n")
		.map((line) => /(?:^|npx |; )webhand (.+)$/.exec(line.trim())?.[1])
		.flatMap((given) => (given === undefined ? [] : [wordsOf(given)]));
}

test("each command of the example for pipelines is one that there is", () => {
	const text = readFileSync(join(root, "packages", "cli", "examples", "ci.yml"), "utf8");
	const { jobs } = Workflow.parse(parse(text));
	const given = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = "" }) => commandsIn(run)));
	expect(given.map((words) => readArguments(words).kind)).toEqual(["run", "routine run"]);
	// Without it Chromium's sandbox does not start on Ubuntu 23.10 and later.
	expect(text).toMatch(/^ +run: sudo sysctl -w kernel\.apparmor_restrict_unprivileged_userns=0$/m);
	expect(text).not.toContain("whk_");
});

test.each(["docs/client.md", "packages/cli/README.md"])("each command of %s is one that there is", (page) => {
	const blocks = readFileSync(join(root, page), "utf8").matchAll(/```sh\n([\s\S]*?)```/g);
	const given = [...blocks].flatMap(([, text = ""]) => commandsIn(text));
	expect(given.length).toBeGreaterThan(3);
	for (const words of given) expect(readArguments(words).kind).not.toBe("help");
});
