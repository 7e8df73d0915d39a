import { Stack } from "@chakra-ui/react";
import { useCallback, useState } from "react";
import { EmptyState } from "../../kit/load/empty-state.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place.ts";
import { knowledgeText } from "../words.ts";
import { InspectorForm } from "./inspector-form.tsx";
import { InspectorResult } from "./inspector-result.tsx";
import { MeaningCard } from "./meaning-card.tsx";

const text = knowledgeText.inspector;

/** What knowledge a page has. Address and search stand in the address of this page. */
export function InspectorPage({ api, place, go, signIn }: PageProps) {
	const { url = "", query = "" } = place.query;
	const [attempt, setAttempt] = useState(0);
	const onRun = useCallback(
		(asked: { readonly url: string; readonly query: string }) => {
			go(pathOf({ page: "inspector", query: asked }), { replace: true });
			setAttempt((count) => count + 1);
		},
		[go],
	);
	return (
		<Stack gap="6">
			<PageTitle title={text.title} lead={text.lead} />
			<InspectorForm key={`${url} ${query}`} url={url} query={query} onRun={onRun} />
			{url === "" ? (
				<EmptyState title={text.first} hint={text.firstHint} />
			) : (
				<InspectorResult
					key={`${attempt} ${url} ${query}`}
					api={api}
					url={url}
					query={query}
					isOperator={signIn.roles.includes("operator")}
				/>
			)}
			<MeaningCard api={api} />
		</Stack>
	);
}
