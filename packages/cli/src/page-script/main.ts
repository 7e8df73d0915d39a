// Runs in an isolated world of the page: the page's own scripts can neither read nor replace it.

import { refuse } from "@webhand/page/act/outcome";
import { act } from "@webhand/page/execute/execute-action";
import type { ActivityReply, ActResult, PageAction, PageGuard, PageLookup } from "@webhand/page/execute/page-action";
import type { PageReader } from "@webhand/page/execute/page-reader";
import { createPageReader } from "@webhand/page/execute/page-reader";
import type { PageSnapshot } from "@webhand/page/write/snapshot";
import { snapshotOf } from "@webhand/page/write/snapshot";

/** An action on the page that was read. `guard`: what the server judged, where it judged something. */
export type ActOrder = { readonly docEpoch: string; readonly action: PageAction; readonly guard?: PageGuard | undefined };

/** One reading, as the snapshot of spec 003 and as page text, which also tells forms, rows and dialogs. */
export type PageRead = { readonly snapshot: PageSnapshot; readonly text: string };

/** What the client asks of a document, with plain values. */
export type DocumentSide = {
	readonly read: () => PageRead;
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
		read: () => {
			const { tree, text } = readerHere().read(0, { hasFarBoxes: true });
			return { snapshot: snapshotOf(tree, Date.now()), text };
		},
		act: async ({ docEpoch, action, guard }) => {
			const here = known(docEpoch);
			if (here === undefined) return notSeen;
			return await act(here, { action, guard, fileOf: noFile, outline: noOutline });
		},
		lookUp: ({ docEpoch, lookup }) => known(docEpoch)?.lookUp(lookup) ?? notSeen,
		activity: (actedMsAgo) => readerHere().activity(actedMsAgo),
	};
}

(globalThis as { webhandDocument?: DocumentSide }).webhandDocument ??= createDocumentSide();
