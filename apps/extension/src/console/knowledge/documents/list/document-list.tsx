import { Heading, Stack } from "@chakra-ui/react";
import type { DocumentView } from "@webhand/contracts/knowledge/documents";
import { documentsRoute } from "@webhand/contracts/knowledge/documents";
import { useCallback, useMemo } from "react";
import { usePages } from "../../../../kit/load/use-pages.ts";
import { usePolling } from "../../../../kit/load/use-polling.ts";
import { Notice } from "../../../../kit/states.tsx";
import { Told } from "../../../kit/form/told.tsx";
import { useChange } from "../../../kit/form/use-change.tsx";
import { PagedList } from "../../../kit/list/paged-list.tsx";
import { PageTitle } from "../../../kit/page-title.tsx";
import { useNames } from "../../../org/use-names.ts";
import type { PageProps } from "../../../page-props.ts";
import { pathOf } from "../../../place.ts";
import { allowChange } from "../../domains/domain-change.ts";
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
	const list = usePages<DocumentView>(
		useCallback(
			async (cursor: string | undefined, signal?: AbortSignal) => {
				const { scope, q, status, domain } = filter;
				const given = {
					q: q === "" ? undefined : q,
					status: status === "" ? undefined : status,
					domain: domain === "" ? undefined : domain,
				};
				const reply = await api.call(documentsRoute, { query: { scope, ...given, cursor }, ...(signal === undefined ? {} : { signal }) });
				return { rows: reply.documents, total: reply.total, nextCursor: reply.nextCursor };
			},
			[api, filter],
		),
	);
	const nameOf = useNames({ api, signIn });
	const { ask, told, dialog } = useChange();
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
		({ scope, ...next }: DocumentFilter) => {
			const query = { ...next, scope: scope === "public" ? scope : "" };
			go(pathOf({ page: "documents", query }), { replace: true });
		},
		[go],
	);
	const isFiltered = filter.q !== "" || filter.status !== "" || filter.domain !== "";
	const onAllow = (domain: string) => ask(allowChange(api, domain, retry));
	return (
		<Stack gap="6">
			<PageTitle title={text.title} lead={text.lead} />
			{filter.scope === "public" ? <Notice>{text.scopeNote}</Notice> : null}
			<DocumentForm key={filter.scope} api={api} scope={filter.scope} onStored={retry} />
			<DocumentFilterBar filter={filter} isOperator={isOperator} onFilter={onFilter} />
			{filter.domain === "" ? null : (
				<Heading as="h2" size="md" overflowWrap="anywhere">
					{text.domainFilter(filter.domain)}
				</Heading>
			)}
			<Told>{told === "" && deleted !== "" ? text.removed(deleted) : told}</Told>
			<PagedList
				list={list}
				text={text}
				isFiltered={isFiltered}
				onClear={() => onFilter({ q: "", status: "", domain: "", scope: filter.scope })}
			>
				{(documents, more) => (
					<DocumentTable
						documents={documents}
						nameOf={nameOf}
						onAllow={onAllow}
						actionsOf={(document) => [
							{ label: text.open, onChoose: () => go(documentPath(document)) },
							{ label: text.replace, onChoose: () => go(documentPath(document, "replace")) },
							{ label: text.remove, isHarmful: true, onChoose: () => ask(deleteChange(api, document, retry)) },
						]}
						more={more}
					/>
				)}
			</PagedList>
			{dialog}
		</Stack>
	);
}
