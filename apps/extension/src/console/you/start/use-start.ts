import { modelRoute } from "@webhand/contracts/agent/model";
import { taskListRoute } from "@webhand/contracts/agent/task-trace";
import { usageRoute } from "@webhand/contracts/agent/usage";
import { waitingRoute } from "@webhand/contracts/agent/waiting";
import { invitesRoute } from "@webhand/contracts/auth/invites";
import { documentsRoute } from "@webhand/contracts/knowledge/documents";
import { availabilityRoute } from "@webhand/contracts/tools/availability";
import { mcpServersRoute } from "@webhand/contracts/tools/mcp";
import type { Loaded } from "../../../kit/load/queries.ts";
import { useLoaded, useReply } from "../../../kit/load/queries.ts";
import { orgIdOf } from "../../org/org-id.ts";
import type { PageProps } from "../../page-props.ts";
import { presetsOf } from "../../records/usage/range.ts";
import type { Counts } from "./waiting.ts";

const shownTasks = 5;

/** What a part of the page cannot learn is left out there: it is told on the page of its own. */
const orNull = <Value>(value: Promise<Value>): Promise<Value | null> => value.catch(() => null);

/** The last tasks of the reader. */
export function useLastTasks({ api }: Pick<PageProps, "api">) {
	return useReply(api, taskListRoute, { query: { limit: shownTasks } });
}

/** How much waits, as far as the reader's roles let it be known. */
export function useCounts({ api, signIn }: Pick<PageProps, "api" | "signIn">): Loaded<Counts> {
	const isAdmin = signIn.roles.includes("admin");
	const isOperator = signIn.roles.includes("operator");
	const orgId = isAdmin && signIn.tenantKind === "organization" ? orgIdOf(signIn) : null;
	return useLoaded(["counts", orgId, isAdmin, isOperator], async (signal): Promise<Counts> => {
		const [waiting, invites, documents, servers] = await Promise.all([
			api.call(waitingRoute, { query: { limit: 1 }, signal }),
			orgId === null ? null : orNull(api.call(invitesRoute, { params: { orgId }, query: { status: "open" }, signal })),
			isAdmin ? orNull(api.call(documentsRoute, { query: { status: "failed" }, signal })) : null,
			isOperator ? orNull(api.call(mcpServersRoute, { query: {}, signal })) : null,
		]);
		const enabled = servers?.servers.filter((server) => server.enabled);
		return {
			waiting: waiting.count,
			invites: invites === null ? null : { count: invites.invites.length, isMore: invites.nextCursor !== null },
			documents: documents?.total ?? null,
			tools: enabled?.flatMap(({ tools }) => tools).filter(({ state }) => state === "new" || state === "changed").length ?? null,
			servers: enabled?.filter(({ state }) => state === "down").length ?? null,
		};
	});
}

/** Usage of the last 30 days, for admins. */
export function useSpend({ api }: Pick<PageProps, "api">, today: string) {
	return useReply(api, usageRoute, { query: { ...presetsOf(today).month, by: "day" } });
}

/** Who decides and what works on the server host. */
export function useHealth({ api, signIn }: Pick<PageProps, "api" | "signIn">) {
	const isAdmin = signIn.roles.includes("admin");
	return useLoaded(["health", isAdmin], async (signal) => {
		const [host, model] = await Promise.all([
			orNull(api.call(availabilityRoute, { signal })),
			isAdmin ? orNull(api.call(modelRoute, { signal })) : null,
		]);
		return { host, model };
	});
}
