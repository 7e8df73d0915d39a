import type { DocumentView } from "@webhand/contracts/knowledge/documents";
import { removeDocumentRoute } from "@webhand/contracts/knowledge/documents";
import type { PageApi } from "../../../signed-in-api.ts";
import type { Change } from "../../kit/form/use-change.tsx";
import { pathOf } from "../../place/place.ts";
import { knowledgeText } from "../words.ts";

const text = knowledgeText.documents;

/** Deletes a document. */
export function deleteChange(api: PageApi, { id, scope, title }: DocumentView, onDeleted: () => void): Change {
	return {
		title: text.removeTitle(title),
		lead: text.removeEffect,
		confirm: text.removeConfirm,
		isHarmful: true,
		act: async () => {
			await api.call(removeDocumentRoute, { params: { id }, query: { scope } });
			onDeleted();
			return text.removed(title);
		},
	};
}

/** Address of a document's page. `part` opens a part of it. */
export function documentPath({ id, scope }: { readonly id: string; readonly scope: DocumentView["scope"] }, part?: "replace"): string {
	return pathOf({ page: "documents", parts: part === undefined ? [id] : [id, part], query: { scope: scope === "public" ? scope : "" } });
}
