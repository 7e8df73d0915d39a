import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { repositoryRoot } from "@webhand/testing/binaries";
import type { AppsPlan } from "./apps/plan.ts";
import { appsOptions, appsPlan, deciders } from "./apps/plan.ts";
import { collectReports } from "./collect.ts";
import type { MiniwobPlan } from "./miniwob/plan.ts";
import { miniwobOptions, miniwobPlan } from "./miniwob/plan.ts";
import { measureMiniwob } from "./miniwob/suite.ts";
import type { RealModelPlan } from "./real-model/plan.ts";
import { realModelOptions, realModelPlan } from "./real-model/plan.ts";
import type { Row } from "./report.ts";
import { jsonOf, passes, summaryOf } from "./report.ts";
import { measureRoutines, routineParts } from "./routines/suite.ts";
import { measureSteps, stepParts, stepPlans } from "./step/suite.ts";

type BenchOptions = {
	readonly isQuick: boolean;
	/** Parts of `step` or `routines` that `--only` names; none means all. */
	readonly only: readonly string[];
	/** Pages of saves or applications of rows, parts of `routines`; none means all. */
	readonly pages: readonly string[];
	readonly miniwob: MiniwobPlan;
	readonly realModel: RealModelPlan;
	readonly apps: AppsPlan;
};

/** Parts of `authority` that can run alone. */
const authorityParts = ["mandates", "policy", "schedules", "revoke", "runner"] as const;

/** Benchmarks by name; `quick` is the short form that gates each change. */
const suites: Readonly<Record<string, (options: BenchOptions) => Promise<readonly Row[]>>> = {
	step: ({ isQuick, only }) => {
		const plan = isQuick ? stepPlans.quick : stepPlans.full;
		return measureSteps(only.length === 0 ? plan : { ...plan, parts: stepParts.filter((part) => only.includes(part)) });
	},
	page: async ({ isQuick }) => {
		// Loaded on demand: its bundler and tokenizer would slow the gate of each change.
		const { measurePages, pagePlans } = await import("./page/suite.ts");
		return measurePages(isQuick ? pagePlans.quick : pagePlans.full, process.env["BENCH_PAGES"], (text) =>
			process.stdout.write(`${text}\n`),
		);
	},
	auth: async ({ isQuick }) => {
		const { measureAuth, authPlans } = await import("./auth/suite.ts");
		return measureAuth(isQuick ? authPlans.quick : authPlans.full);
	},
	realtime: async ({ isQuick }) => {
		const { measureRealtime, realtimePlans } = await import("./realtime/suite.ts");
		return measureRealtime(isQuick ? realtimePlans.quick : realtimePlans.full);
	},
	knowledge: async ({ isQuick }) => {
		const { measureKnowledge, knowledgePlans } = await import("./knowledge/suite.ts");
		return measureKnowledge(isQuick ? knowledgePlans.quick : knowledgePlans.full);
	},
	files: async ({ isQuick }) => {
		const { measureFiles, filesPlans } = await import("./files/suite.ts");
		return measureFiles(isQuick ? filesPlans.quick : filesPlans.full);
	},
	exec: async ({ isQuick }) => {
		const { measureExec, execPlans } = await import("./exec/suite.ts");
		return measureExec(isQuick ? execPlans.quick : execPlans.full);
	},
	miniwob: ({ miniwob }) => measureMiniwob(miniwob, (text) => process.stdout.write(`${text}\n`)),
	routines: ({ only, pages }) => {
		const parts = only.length === 0 ? routineParts : routineParts.filter((part) => only.includes(part));
		return measureRoutines({ parts, pages }, (text) => process.stdout.write(`${text}\n`));
	},
	authority: async ({ only, isQuick }) => {
		const print = (text: string) => process.stdout.write(`${text}\n`);
		const isWanted = (part: (typeof authorityParts)[number]) => only.length === 0 || only.includes(part);
		const rows: Row[] = [];
		if (isWanted("mandates")) rows.push(...(await (await import("./authority/suite.ts")).measureAuthority(print)));
		if (isWanted("policy")) {
			const { measurePolicy, policyPlans } = await import("./authority/policy/measure.ts");
			rows.push(...(await measurePolicy(isQuick ? policyPlans.quick : policyPlans.full, print)));
		}
		if (isWanted("schedules")) rows.push(...(await (await import("./authority/schedules/measure.ts")).measureSchedules(print)));
		if (isWanted("revoke")) {
			const { measureRevoke, revokePlans } = await import("./authority/revoke/measure.ts");
			rows.push(...(await measureRevoke(isQuick ? revokePlans.quick : revokePlans.full, print)));
		}
		if (isWanted("runner")) {
			const { measureRunner, runnerPlans } = await import("./authority/runner/measure.ts");
			rows.push(...(await measureRunner(isQuick ? runnerPlans.quick : runnerPlans.full, print)));
		}
		return rows;
	},
	soak: async ({ isQuick }) => {
		const { measureSoak, soakPlans } = await import("./soak/suite.ts");
		return measureSoak(isQuick ? soakPlans.quick : soakPlans.full, (text) => process.stdout.write(`${text}\n`));
	},
	apps: async ({ apps }) => {
		const { measureApps } = await import("./apps/suite.ts");
		return measureApps(apps, process.env, (text) => process.stdout.write(`${text}\n`));
	},
	"real-model": async ({ realModel }) => {
		const { measureRealModel } = await import("./real-model/suite.ts");
		return measureRealModel(realModel, process.env, (text) => process.stdout.write(`${text}\n`));
	},
};

/** Takes an hour and fetches a gigabyte, so it runs by its name alone. */
const byName: readonly string[] = ["real-model"];

/** Benchmarks that gate each change, besides `npm test`. */
const gates: readonly string[] = ["step"];

const usage = `npm run bench -- [${Object.keys(suites).join(" ")}] [--quick] [--json]

  no name   runs every benchmark but real-model, and ends with one table of all
  --quick   the short form that npm test runs as a gate
  --json    the last line of the output is the table as JSON

  of step:
  --only PART         ${stepParts.join(", ")}; may be said several times

  of routines:
  --only PART         ${routineParts.join(", ")}; may be said several times
  --page NAME         only this page of saves or application of rows, such as "two steps" or stock; may be said several times

  of authority:
  --only PART         ${authorityParts.join(", ")}; may be said several times

  of miniwob:
  --seeds N           episodes of each task (4)
  --task NAME         only this one; may be said several times
  --model scripted    a model server that knows each task, in the place of the rules
  --noise P           the scripted model is wrong in P of 100 decisions; beside it the same one in a bare loop

  of apps:
  --app NAME          only this application, such as Roundup; may be said several times
  --by NAME           only ${deciders.map((name) => `"${name}"`).join(", ")}; may be said several times
  --order NAME        only this order, such as "set status"; may be said several times
  --transcript FILE   what the scripted model is asked and answers, one JSON object a line
  --results FILE      keeps results: what is in it is not played again, and the table is of all in it

  of real-model:
  --model-file NAME   the local model, where MODEL_PROVIDER names none: qwen (the default) or gemma
  --only NAME         this order, or simple: the 17 simple ones; may be said several times
  --orders N          the first N orders
  --transcript FILE   adds prompts and replies to a file, one JSON object a line
  --pictures DIR      the panel as each order leaves it, light and dark
  --rules-first on    literal orders are carried out by the rules; off: the model decides alone
  --serve PORT        only the local model, at 127.0.0.1`;

/** Refuses an option of a benchmark that does not run, which would otherwise be ignored. */
function misplacedOption(values: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
	const optionsOf = {
		step: ["only"],
		authority: ["only"],
		routines: ["only", "page"],
		miniwob: Object.keys(miniwobOptions),
		apps: Object.keys(appsOptions),
		"real-model": ["only", ...Object.keys(realModelOptions)],
	};
	const runs = (suite: string) => (names.length > 0 ? names : runsWithoutName(values["quick"] === true)).includes(suite);
	const said = Object.keys(values).filter((option) => values[option] !== undefined);
	for (const option of said) {
		const owners = Object.entries(optionsOf).flatMap(([suite, options]) => (options.includes(option) ? [suite] : []));
		if (owners.length > 0 && !owners.some(runs)) return `--${option} is an option of ${owners.join(" or ")}, which does not run here.`;
	}
	return undefined;
}

function runsWithoutName(isQuick: boolean): readonly string[] {
	return isQuick ? gates : Object.keys(suites).filter((name) => !byName.includes(name));
}

function readCommandLine() {
	try {
		const { values, positionals } = parseArgs({
			allowPositionals: true,
			options: {
				quick: { type: "boolean" },
				json: { type: "boolean" },
				help: { type: "boolean" },
				only: { type: "string", multiple: true },
				page: { type: "string", multiple: true },
				...miniwobOptions,
				...realModelOptions,
				...appsOptions,
			},
		});
		const unknown = positionals.find((name) => !Object.hasOwn(suites, name));
		if (unknown !== undefined) return { problem: `There is no benchmark “${unknown}”.` };
		const misplaced = misplacedOption(values, positionals);
		if (misplaced !== undefined) return { problem: misplaced };
		const isRealModel = positionals.includes("real-model");
		const others = positionals.includes("authority") ? authorityParts : stepParts;
		const parts: readonly string[] = positionals.includes("routines") ? routineParts : others;
		const stranger = isRealModel ? undefined : values.only?.find((name) => !parts.includes(name));
		if (stranger !== undefined) return { problem: `There is no part “${stranger}”.` };
		const { only = [], page: pages = [], ...rest } = values;
		const realModel = realModelPlan({ ...rest, only: isRealModel ? only : [] });
		return { values, positionals, only, pages, miniwob: miniwobPlan(values), realModel, apps: appsPlan(values) };
	} catch (cause) {
		return { problem: cause instanceof Error ? cause.message : String(cause) };
	}
}

const line = readCommandLine();
if ("problem" in line) {
	process.stderr.write(`${line.problem}\n\n${usage}\n`);
	process.exit(2);
}
if (line.values.help === true) {
	process.stdout.write(`${usage}\n`);
	process.exit(0);
}

const names = line.positionals.length > 0 ? line.positionals : runsWithoutName(line.values.quick === true);
const { only, pages, miniwob, realModel, apps } = line;
const options = { isQuick: line.values.quick === true, only, pages, miniwob, realModel, apps };
const print = (text: string) => process.stdout.write(`${text}\n`);
const reports = await collectReports(names, async (name) => (await suites[name]?.(options)) ?? [], print);
if (names.length > 1) print(summaryOf(reports));
await writeFile(join(repositoryRoot, "bench.json"), `${JSON.stringify(reports, null, "\t")}\n`);
if (line.values.json === true) for (const report of reports) process.stdout.write(`${jsonOf(report)}\n`);
process.exitCode = reports.every(passes) ? 0 : 1;
