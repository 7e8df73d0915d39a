import { addLoginRoute, offeredLoginsRoute, useLoginRoute } from "@webhand/contracts/authority/login";
import type { LoginId, TaskId } from "@webhand/contracts/ids";
import type { LoginPart, LoginReply, PageCommand } from "../../page/messages.ts";
import type { RunRecord } from "../../run-record.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import type { Place } from "../frames/ask-page.ts";
import { askPage } from "../frames/ask-page.ts";
import { inject, listFrames } from "../frames/documents.ts";
import { withKeepAlive } from "../keep-alive.ts";
import { MessageError } from "../panel/message-error.ts";
import type { RunStore } from "../run/store.ts";
import { partsFor } from "./policy.ts";

export type LoginDeps = { readonly api: SignedInApi; readonly runs: Pick<RunStore, "findByTask"> };

/** `loginId` undefined: the login that the person bound to the routine, if there is one. */
type Wish = { readonly taskId: TaskId; readonly loginId: LoginId | undefined };

const pageLimitMs = 5_000;

/**
 * Types a login into the page that a task hands over. A value is asked for right before it is typed, goes into the one document that has
 * the field, and is kept nowhere.
 *
 * @returns the parts that were typed; none where nothing is bound
 * @throws MessageError NO_RUN, OTHER_SITE, NO_FIELD
 * @throws ApiError what the server refused with
 */
export async function fillLogin({ api, runs }: LoginDeps, { taskId, loginId }: Wish): Promise<LoginPart[]> {
	const { questionId, site, logins, bound } = await api.call(offeredLoginsRoute, { params: { taskId } });
	const login = logins.find(({ id }) => id === (loginId ?? bound));
	if (login === undefined && loginId === undefined) return [];
	if (login === undefined) throw new MessageError("OTHER_SITE", "This login is not for the page that is open");
	const record = await runOf(runs, taskId);
	const isBound = loginId === undefined;
	const { place, parts } = await documentFor(record, { site, held: login.parts, isBound });
	const filled: LoginPart[] = [];
	for (const part of parts) {
		const { value } = await api.call(useLoginRoute, { params: { loginId: login.id }, body: { taskId, questionId, part, isBound } });
		const done = await ask(place, site, { do: "fill", part, value });
		if (done.problem !== undefined) throw new MessageError("NO_FIELD", done.problem);
		filled.push(part);
	}
	return filled;
}

/**
 * Stores what the person typed into the sign-in of the page that a task hands over, because they pressed for it.
 *
 * @throws MessageError NO_RUN, OTHER_SITE, NO_FIELD
 * @throws ApiError what the server refused with
 */
export async function saveLogin({ api, runs }: LoginDeps, { taskId, name }: { readonly taskId: TaskId; readonly name: string }) {
	const record = await runOf(runs, taskId);
	const { site } = record.question ?? {};
	if (site === undefined) throw new MessageError("NO_FIELD", "The task hands over no page now");
	const replies = await askAll(record, site, { do: "read" });
	const typed = replies.map(({ reply }) => reply.typed).find((one) => one !== undefined && one.password !== "");
	if (typed === undefined) throw new MessageError("NO_FIELD", "Type the password into the page first, then save it before you sign in.");
	const { login } = await withKeepAlive(api.call(addLoginRoute, { body: { name, site, ...typed } }));
	return { name: login.name };
}

async function runOf(runs: LoginDeps["runs"], taskId: TaskId): Promise<RunRecord> {
	const record = await runs.findByTask(taskId);
	if (record === undefined || record.phase === "ended") throw new MessageError("NO_RUN", "The task works in another browser");
	return record;
}

/** The document with the most fields for a login, and the parts that go there. */
async function documentFor(
	record: RunRecord,
	{ site, ...login }: { readonly site: string; readonly held: readonly LoginPart[]; readonly isBound: boolean },
) {
	const replies = await askAll(record, site, { do: "find" });
	const found = replies.map(({ place, reply }) => ({ place, parts: partsFor(reply.parts, login) }));
	const [best] = found.toSorted((a, b) => b.parts.length - a.parts.length);
	if (best !== undefined && best.parts.length > 0) return best;
	const problem = replies.find(({ reply }) => reply.problem !== undefined)?.reply.problem;
	throw new MessageError("NO_FIELD", problem ?? "The page shows no field for this login: open its sign-in, then try again.");
}

type Order = Extract<PageCommand, { type: "page_login" }>["order"];

const ask = (place: Place, origin: string, given: Order): Promise<LoginReply> =>
	withKeepAlive(askPage(place, { type: "page_login", input: { origin, order: given }, limitMs: pageLimitMs }));

/** Asks the documents of one origin in the tab, which shows it as a whole; a document that does not answer has no fields. */
async function askAll({ currentTabId: tabId }: RunRecord, site: string, given: Order) {
	const frames = await listFrames(tabId);
	const isOfSite = ({ url }: { readonly url: string }) => URL.parse(url)?.origin === site;
	const top = frames.find(({ frameId }) => frameId === 0);
	if (top === undefined || !isOfSite(top)) throw new MessageError("OTHER_SITE", "Another site is open by now");
	const own = frames.filter(isOfSite);
	await inject(tabId, own);
	const asked = own.map(async ({ frameId, documentId }) => {
		const place = { tabId, frameId, documentId };
		return [{ place, reply: await ask(place, site, given) }];
	});
	return (await Promise.all(asked.map((one) => one.catch(() => [])))).flat();
}
