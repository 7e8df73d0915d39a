import type { ToolResult } from "@webhand/contracts/tools/agent-events";
import { toolOfModel } from "@webhand/contracts/tools/server-tools";
import { z } from "zod";
import type { Act } from "../act/move.ts";
import { act } from "../act/move.ts";
import type { Clause, Intent } from "../clause.ts";
import { quoted } from "../page/text.ts";
import { dateOf } from "../sentence/dates.ts";
import { readValue } from "../server/mixed-order.ts";
import type { PastStep } from "../turn.ts";

type ServerIntent = Extract<Intent, { readonly kind: "server" }>;

const place = /(?:^|\s+)(?:(?:in|of)\s+(?:the|my)\s+workspace\b|on\s+the\s+server\b),?\s*/giu;

/** The call of a tool of the server host: proven by its result. */
export function serverMove({ tool, arguments: args }: ServerIntent, text: string): Act {
	const said = text.replaceAll(place, "");
	const thought = `I ${said.charAt(0).toLowerCase()}${said.slice(1)} on the server.`;
	return act({ name: "server", tool, arguments: args }, thought, { expect: { kind: "none" } });
}

/** True for a clause that puts in what a tool of the server host read. */
export const usesResult = (clause: Clause | undefined): boolean =>
	clause?.intent.kind === "fill" && clause.intent.entries.some(({ value }) => value.includes(readValue));

/** The clause with the value that was read in its place. */
export function withResult(clause: Clause, value: string, now: Date): Clause {
	if (clause.intent.kind !== "fill") return clause;
	const entries = clause.intent.entries.map((entry) => {
		if (!entry.value.includes(readValue)) return entry;
		const iso = dateOf(value, now);
		return { ...entry, value, ...(iso === undefined ? {} : { iso }) };
	});
	return { ...clause, intent: { ...clause.intent, entries } };
}

/** The newest result of the server host in this task. */
export const resultIn = (history: readonly PastStep[]): ToolResult | undefined =>
	history.findLast(({ parsed, result }) => parsed.name === "server" && result !== undefined)?.result;

/** True for a tool whose result a person wants to read. */
export const tells = ({ tool }: ServerIntent): boolean => toolOfModel(tool)?.tier !== "write";

const Named = z.array(z.object({ path: z.string() }));
/** What tools give back, as far as it can be told as text: files, output, lists, matches, changes, commits, branches. */
const Told = z.union([
	z.object({ content: z.string() }).transform(({ content }) => content),
	z.object({ stdout: z.string() }).transform(({ stdout }) => stdout),
	z.object({ patch: z.string() }).transform(({ patch }) => patch),
	z.object({ entries: Named }).transform(({ entries }) => entries.map(({ path }) => path).join("\n")),
	z.object({ paths: Named }).transform(({ paths }) => paths.map(({ path }) => path).join("\n")),
	z
		.object({ matches: z.array(z.object({ path: z.string(), line: z.number(), text: z.string() })) })
		.transform(({ matches }) => matches.map(({ path, line, text }) => `${path}:${line}: ${text}`).join("\n")),
	z
		.object({ commits: z.array(z.object({ subject: z.string() })) })
		.transform(({ commits }) => commits.map(({ subject }) => subject).join("\n")),
	z.object({ branches: z.array(z.object({ name: z.string() })) }).transform(({ branches }) => branches.map(({ name }) => name).join("\n")),
	z
		.object({ content: z.array(z.object({ type: z.literal("text"), text: z.string() })) })
		.transform(({ content }) => content.map(({ text }) => text).join("\n")),
]);

/** What a tool read, as a text; what has none is told as JSON. */
export function textOf(result: ToolResult): string {
	if (!result.ok) return result.error;
	const told = Told.safeParse(result.data);
	return told.success ? told.data.trim() : JSON.stringify(result.data ?? null);
}

/** Why a call did not work, in words for the person. */
export const refusedBy = (clause: Clause, result: ToolResult | undefined): string =>
	`${quoted(clause.text)} did not work on the server${result === undefined || result.ok ? "" : `: ${result.error.slice(0, 300)}`}.`;
