import { pathOf } from "../../place/place.ts";
import { startText } from "./words.ts";

/** How much of each kind waits; null where nobody can say. */
export type Counts = {
	readonly waiting: number;
	readonly invites: { readonly count: number; readonly isMore: boolean } | null;
	readonly documents: number | null;
	readonly tools: number | null;
	readonly servers: number | null;
};

/** A kind of thing that waits, and where it is done. */
export type Waiting = { readonly key: keyof Counts; readonly text: string; readonly href: string };

/** What waits, in the order in which somebody is held up by it. @throws never */
export function waitingOf({ waiting, invites, documents, tools, servers }: Counts): readonly Waiting[] {
	const { items } = startText;
	const all: readonly (Waiting | null)[] = [
		waiting > 0 ? { key: "waiting", text: items.waiting(waiting), href: pathOf({ page: "waiting" }) } : null,
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
