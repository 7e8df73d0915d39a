import { accountsRoute, changeAccountRoute, resetLinkRoute } from "@webhand/contracts/auth/people";
import { pageOf, readCursor } from "@webhand/service-kit/lists";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { requireOperator } from "../accounts/access.ts";
import type { PeopleDeps } from "./engine.ts";
import { changeAccount } from "./engine.ts";
import { makeResetLink } from "./reset.ts";

/** Accounts of the whole installation, for operators. */
export function addPeople(app: FastifyInstance, { people }: { readonly people: PeopleDeps }): void {
	addRoute(app, accountsRoute, async (call) => {
		requireOperator(call);
		const { accounts, total } = await people.store.list({ q: call.query.q, cursor: readCursor(call.query.cursor) });
		const { page, nextCursor } = pageOf(accounts, ({ email, id }) => ({ key: email, id }));
		return { users: [...page], total, nextCursor };
	});

	addRoute(app, changeAccountRoute, async (call) => {
		const actor = requireOperator(call);
		return { user: await changeAccount(people, { id: call.params.id, change: call.body }, actor) };
	});

	addRoute(app, resetLinkRoute, async (call) => makeResetLink(people, call.params.id, requireOperator(call)));
}
