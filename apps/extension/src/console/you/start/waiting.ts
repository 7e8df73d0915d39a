import { pathOf } from "../../place/place.ts";
import { startText } from "./words.ts";

/** How much of each kind waits; null where nobody can say. */
export type Counts = {
	readonly tasks: number | null;
	readonly approvals: number | null;
	readonly invites: { readonly count: number; readonly isMore: boolean } | null;
	readonly documents: number | null;
	readonly tools: number | null;
	readonly servers: number | null;
};

/** A thing that waits, and where it is done; `href` is null where only the panel can do it. */
export type Waiting = { readonly key: keyof Counts; readonly text: string; readonly href: string | null };

/** What waits, in the order in which somebody is held up by it. @throws never */
export function waitingOf({ tasks, approvals, invites, documents, tools, servers }: Counts): readonly Waiting[] {
	const { items } = startText;
	const all: readonly (Waiting | null)[] = [
		tasks ? { key: "tasks", text: items.tasks(tasks), href: pathOf({ page: "traces", query: { status: "needs_user_input" } }) } : null,
		approvals ? { key: "approvals", text: items.approvals(approvals), href: null } : null,
		documents
			? { key: "documents", text: items.documents(documents), href: pathOf({ page: "documents", query: { status: "failed" } }) }
			: null,
		tools ? { key: "tools", text: items.tools(tools), href: pathOf({ page: "mcp-servers" }) } : null,
		servers ? { key: "servers", text: items.servers(servers), href: pathOf({ page: "mcp-servers" }) } : null,
		invites !== null && invites.count > 0
			? {
					key: "invites" as const,
					text: items.invites(invites.count, invites.isMore),
					href: pathOf({ page: "invites", query: { status: "open" } }),
				}
			: null,
	];
	return all.filter((item) => item !== null);
}
