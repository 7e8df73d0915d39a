import { Heading } from "@chakra-ui/react";
import { documentsRoute } from "@webhand/contracts/knowledge/documents";
import { useCallback, useMemo } from "react";
import { useRows } from "../../../../kit/load/queries.ts";
import { usePolling } from "../../../../kit/load/use-polling.ts";
import { Notice } from "../../../../kit/states.tsx";
import { useChange } from "../../../kit/form/use-change.tsx";
import { ResourcePage } from "../../../kit/resource-page.tsx";
import { useNames } from "../../../org/use-names.ts";
import type { PageProps } from "../../../page-props.ts";
import { pathOf } from "../../../place/place.ts";
import { allowChange } from "../../domains/allow-change.ts";
import { knowledgeText } from "../../words.ts";
import { DocumentForm } from "../add/document-form.tsx";
import { deleteChange, documentPath } from "../document-change.ts";
import { isProcessing, refreshed, withFresh } from "../refresh.ts";
import type { DocumentFilter } from "./document-filter.tsx";
import { DocumentFilterBar, filterOf } from "./document-filter.tsx";
import { DocumentTable } from "./document-table.tsx";

type Props = PageProps & {
	/** Title of the document that was just deleted on its own page; "" for none. */
	readonly deleted: string;
};

const text = knowledgeText.documents;
const pollMs = 1_000;

/** The documents, and the form that adds some. The filter stands in the address. */
export function DocumentList({ api, place, go, signIn, deleted }: Props) {
	const isOperator = signIn.roles.includes("operator");
	const filter = useMemo(() => filterOf(place, isOperator), [place, isOperator]);
	const { scope, q, status, domain } = filter;
	const query = { scope, q: q || undefined, status: status || undefined, domain: domain || undefined };
	const list = useRows(api, { route: documentsRoute, list: "documents", input: { query } });
	const nameOf = useNames({ api, signIn });
	const changing = useChange();
	const { ask, action, told } = changing;
	const { retry, value } = list.loaded;
	const rows = value?.rows ?? [];
	usePolling({
		isOn: rows.some(isProcessing),
		everyMs: pollMs,
		poll: async (signal) => {
			const fresh = await refreshed(api, rows, signal);
			if (!signal.aborted) list.edit((before) => withFresh(before, fresh));
		},
	});
	const onFilter = useCallback(
		(next: DocumentFilter) => {
			const of = { ...next, scope: next.scope === "public" ? next.scope : "" };
			go(pathOf({ page: "documents", query: of }), { replace: true });
		},
		[go],
	);
	return (
		<ResourcePage
			text={text}
			list={list}
			changing={{ ...changing, told: told === "" && deleted !== "" ? text.removed(deleted) : told }}
			form={
				<>
					{scope === "public" ? <Notice>{text.scopeNote}</Notice> : null}
					<DocumentForm key={scope} api={api} scope={scope} onStored={retry} />
					<DocumentFilterBar filter={filter} isOperator={isOperator} onFilter={onFilter} />
					{domain === "" ? null : (
						<Heading as="h2" size="md" overflowWrap="anywhere">
							{text.domainFilter(domain)}
						</Heading>
					)}
				</>
			}
			isFiltered={q !== "" || status !== "" || domain !== ""}
			onClear={() => onFilter({ q: "", status: "", domain: "", scope })}
		>
			{(documents, more) => (
				<DocumentTable
					documents={documents}
					nameOf={nameOf}
					onAllow={(site) => ask(allowChange(api, site, retry))}
					actionsOf={(document) => [
						{ label: text.open, onChoose: () => go(documentPath(document)) },
						{ label: text.replace, onChoose: () => go(documentPath(document, "replace")) },
						action(text.remove, deleteChange(api, document, retry)),
					]}
					more={more}
				/>
			)}
		</ResourcePage>
	);
}
