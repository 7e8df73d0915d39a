import type { OperatorWorkspace, Workspace } from "@webhand/contracts/tools/workspaces";

/** What the caller did in a workspace. */
export type Used = { readonly lastUsedAt: Date; readonly sessionCount: number };

/** A workspace as its tenant sees it: without what only operators manage. @throws never */
export function workspaceOf(
	{ tenantId: _tenantId, source: _source, git: _git, ...workspace }: OperatorWorkspace,
	used: Used | undefined,
): Workspace {
	return { ...workspace, last_used_at: used?.lastUsedAt.toISOString() ?? null, session_count: used?.sessionCount ?? 0 };
}

const cutTo = 200;

/**
 * Arguments without file contents, for a row that a person reads: texts that may hold content are counted, others are cut to 200 characters,
 * lists to 20 items.
 *
 * @throws never
 */
export function redactedOf(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
	return Object.fromEntries(
		Object.entries(args).flatMap(([name, value]) => {
			if (value === undefined) return [];
			return [[name, contents.has(name) && typeof value === "string" ? `${value.length} characters` : shortened(value)]];
		}),
	);
}

const contents: ReadonlySet<string> = new Set(["content", "patch", "search", "replace", "stdin"]);
const mostItems = 20;

function shortened(value: unknown): unknown {
	if (typeof value === "string") return value.length > cutTo ? `${value.slice(0, cutTo)}…` : value;
	if (Array.isArray(value)) {
		const more = value.length - mostItems;
		return [...value.slice(0, mostItems).map(shortened), ...(more > 0 ? [`and ${more} more`] : [])];
	}
	return typeof value === "object" && value !== null ? redactedOf({ ...value }) : value;
}
