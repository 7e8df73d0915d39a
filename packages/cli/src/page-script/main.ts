// Runs in an isolated world of the page: the page's own scripts can neither read nor replace it.

import { refuse } from "@webhand/page/act/outcome";
import { idsOf } from "@webhand/page/act/perform";
import { act } from "@webhand/page/execute/execute-action";
import type { ActivityReply, ActResult, PageAction, PageGuard, PageLookup } from "@webhand/page/execute/page-action";
import type { PageReader } from "@webhand/page/execute/page-reader";
import { createPageReader } from "@webhand/page/execute/page-reader";
import { factsAsRead } from "@webhand/page/find/locate";
import type { PageSnapshot } from "@webhand/page/write/snapshot";
import { snapshotOf } from "@webhand/page/write/snapshot";

/** An action on the page that a snapshot showed. `guard`: what the server judged, where it judged something. */
export type ActOrder = { readonly docEpoch: string; readonly action: PageAction; readonly guard?: PageGuard | undefined };

/** What the client asks of a document, with plain values. */
export type DocumentSide = {
	readonly read: () => PageSnapshot;
	readonly act: (order: ActOrder) => Promise<ActResult>;
	readonly lookUp: (order: { readonly docEpoch: string; readonly lookup: PageLookup }) => ActResult;
	readonly activity: (actedMsAgo: number) => ActivityReply;
};

const notSeen = refuse("STALE_ELEMENT", "The page has changed to another one");
const noOutline = () => undefined;
const noFile = () => undefined;

function createDocumentSide(): DocumentSide {
	let reader: PageReader | undefined;
	const known = (docEpoch: string) => (reader?.docEpoch === docEpoch ? reader : undefined);
	const readerHere = (): PageReader => {
		reader ??= createPageReader(1, { isOwn: () => false, typed: { texts: new Set(), fields: new WeakSet() } });
		return reader;
	};
	return {
		read: () => snapshotOf(readerHere().read(0, { hasFarBoxes: true }).tree, Date.now()),
		act: async ({ docEpoch, action, guard }) => {
			const here = known(docEpoch);
			if (here === undefined) return notSeen;
			const own = guardAsRead(here, { docEpoch, action, guard });
			return await act(here, { action, guard: own, fileOf: noFile, outline: noOutline });
		},
		lookUp: ({ docEpoch, lookup }) => known(docEpoch)?.lookUp(lookup) ?? notSeen,
		activity: (actedMsAgo) => readerHere().activity(actedMsAgo),
	};
}

/**
 * The facts of the target in the newest reading, with what the server allowed. A snapshot names no form and shortens names, so the server's
 * own facts of it can not be compared with the page.
 */
function guardAsRead({ memory }: PageReader, { docEpoch, action, guard }: ActOrder): PageGuard | undefined {
	const id = idsOf(action).target ?? guard?.id;
	const facts = id === undefined ? undefined : factsAsRead(memory, id);
	if (id === undefined || facts === undefined) return guard;
	const { fingerprint, role, name, form } = facts;
	return {
		docEpoch,
		id,
		fingerprint,
		role,
		name,
		...(form === undefined ? {} : { form: { ...form, sensitive: [...form.sensitive] } }),
		approved: guard?.approved === true,
		...(guard?.sensitive === undefined ? {} : { sensitive: guard.sensitive }),
	};
}

(globalThis as { webhandDocument?: DocumentSide }).webhandDocument ??= createDocumentSide();
