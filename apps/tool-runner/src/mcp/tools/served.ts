import { hash } from "node:crypto";
import type { FoundTool } from "@webhand/contracts/tools/mcp";
import type { ToolTier } from "@webhand/contracts/tools/tiers";
import canonicalize from "canonicalize";

/** A tool as its server describes it. */
export type ServedTool = {
	readonly name: string;
	readonly description: string;
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly annotations: Readonly<Record<string, unknown>>;
};

/** A tool that was admitted, with its hash; rows of earlier versions lack it. */
export type AdmittedTool = ServedTool & { readonly hash?: string };

/** What an operator accepted: exactly this, as that tier. */
export type AcceptedTool = ServedTool & { readonly hash: string; readonly tier: ToolTier };

/** Bounds of what a server may offer, in pieces, bytes and levels. */
export const toolLimits = {
	tools: 512,
	pages: 20,
	schemaBytes: 65_536,
	schemaDepth: 20,
	descriptionBytes: 16_384,
	bytes: 4_194_304,
} as const;

// Letters, digits and signs of any alphabet; nothing that cannot be seen.
const toolName = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]{1,128}$/u;

/** SHA-256 in hex of what a tool says of itself: an accepted tool is one that says the same. @throws TypeError for what JSON does not have */
function hashOfTool({ name, description, parameters, annotations }: ServedTool): string {
	return `sha256:${hash("sha256", canonicalize({ name, description, parameters, annotations }) ?? "")}`;
}

/** The hash of a tool, worked out once where it was admitted. @throws never */
export function hashOf(tool: AdmittedTool): string {
	return tool.hash ?? hashOfTool(tool);
}

/** The tools that may be shown, and why others may not. */
export type Admitted = { readonly tools: readonly AdmittedTool[]; readonly leftOut: readonly string[] };

/**
 * The tools of a list that can be offered. A name that comes twice stands for none of both: nobody knows which one would answer.
 *
 * @param odd why others were left out before
 * @throws never
 */
export function admitTools(served: readonly ServedTool[], odd: readonly string[] = []): Admitted {
	const count = new Map<string, number>();
	for (const { name } of served) count.set(name, (count.get(name) ?? 0) + 1);
	const judged = served.map((tool) => ({ tool, problem: (count.get(tool.name) ?? 0) > 1 ? "its name comes twice" : problemOfTool(tool) }));
	const leftOut = judged.flatMap(({ tool, problem }) => (problem === undefined ? [] : [`${shownName(tool.name)}: ${problem}`]));
	const tools = judged.flatMap(({ tool, problem }) => (problem === undefined ? [{ ...tool, hash: hashOfTool(tool) }] : []));
	return { tools, leftOut: [...new Set([...odd, ...leftOut])] };
}

/** Why a tool cannot be offered; undefined when it can. @throws never */
function problemOfTool({ name, description, parameters, annotations }: ServedTool): string | undefined {
	if (!toolName.test(name)) return "its name is longer than 128 characters, or holds blanks or invisible characters";
	if (Buffer.byteLength(description) > toolLimits.descriptionBytes) return "its description is longer than 16 KiB";
	if (depthOf(parameters) > toolLimits.schemaDepth || depthOf(annotations) > toolLimits.schemaDepth) return "its schema is nested too deep";
	if (Buffer.byteLength(JSON.stringify({ parameters, annotations })) > toolLimits.schemaBytes) return "its schema is larger than 64 KiB";
	if (hasRemoteReference(parameters)) return "its schema refers to another document";
	return parameters["type"] === "object" ? undefined : "its schema is not that of an object";
}

const shownName = (name: string) => JSON.stringify(name.slice(0, 60));

function depthOf(value: unknown, depth = 1): number {
	if (typeof value !== "object" || value === null || depth > 64) return depth;
	let deepest = depth;
	for (const part of Object.values(value)) deepest = Math.max(deepest, depthOf(part, depth + 1));
	return deepest;
}

function hasRemoteReference(value: unknown): boolean {
	if (typeof value !== "object" || value === null) return false;
	return Object.entries(value).some(([key, part]) => {
		const isReference = ["$ref", "$dynamicRef", "$recursiveRef"].includes(key) && typeof part === "string";
		return isReference ? !part.startsWith("#") : hasRemoteReference(part);
	});
}

const parts = ["description", "parameters", "annotations"] as const;

/**
 * The tools of a server as an operator sees them: those it offers now, then accepted ones that it no longer offers.
 *
 * @throws never
 */
export function foundTools(served: readonly AdmittedTool[], accepted: readonly AcceptedTool[]): readonly FoundTool[] {
	const known = new Map(accepted.map((tool) => [tool.name, tool]));
	const offered = new Set(served.map(({ name }) => name));
	const now = served.map((tool): FoundTool => {
		const before = known.get(tool.name);
		const shown = { name: tool.name, description: tool.description, parameters: { ...tool.parameters }, hash: hashOf(tool) };
		if (before === undefined) return { ...shown, tier: "exec", state: "new", changes: [], acceptedDescription: null };
		if (before.hash === shown.hash) return { ...shown, tier: before.tier, state: "accepted", changes: [], acceptedDescription: null };
		const changes = parts.filter((part) => canonicalize(tool[part]) !== canonicalize(before[part]));
		return { ...shown, tier: before.tier, state: "changed", changes: [...changes], acceptedDescription: before.description };
	});
	const gone = accepted
		.filter(({ name }) => !offered.has(name))
		.map(({ name, description, parameters, hash: then, tier }): FoundTool => {
			return { name, description, parameters: { ...parameters }, hash: then, tier, state: "gone", changes: [], acceptedDescription: null };
		});
	return [...now, ...gone];
}

/** The tier that a tool gets: what its operator says, but one that says it destroys something is no reading one. @throws never */
export function tierFor({ annotations }: Pick<ServedTool, "annotations">, given: ToolTier): ToolTier {
	return given === "read" && annotations["destructiveHint"] === true && annotations["readOnlyHint"] !== true ? "write" : given;
}

/** The server and the tool of a name such as `files.read_file`; null for any other text. @throws never */
export function splitName(name: string): { readonly server: string; readonly tool: string } | null {
	const at = name.indexOf(".");
	return at < 1 || at === name.length - 1 ? null : { server: name.slice(0, at), tool: name.slice(at + 1) };
}
