import { Box, Flex, Stack } from "@chakra-ui/react";
import { useCallback, useState } from "react";
import { TextField } from "../../../kit/form/text-field.tsx";
import { FormCard } from "../../kit/form/form-card.tsx";
import { useForm } from "../../kit/form/use-form.ts";
import { EmptyState } from "../../kit/load/empty-state.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import type { PageProps } from "../../page-props.ts";
import { pathOf } from "../../place/place.ts";
import { isWebAddress } from "../citation.ts";
import { knowledgeText } from "../words.ts";
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

type Asked = { readonly url: string; readonly query: string };
type Props = Asked & { readonly onRun: (asked: Asked) => void };

/** The page and the search that are looked up. */
function InspectorForm({ onRun, ...asked }: Props) {
	const { addressHint, addressMissing } = knowledgeText.domains;
	const form = useForm<Asked>(asked, {
		check: ({ url }): Record<string, string> => (isWebAddress(url) ? {} : { url: addressMissing }),
		send: ({ url, query }) => onRun({ url: url.trim(), query: query.trim() }),
		after: (sent) => sent,
	});
	return (
		<FormCard form={form} title={text.title} save={text.run} hasNoHeading>
			<Flex wrap="wrap" gap="4" align="flex-start">
				<Box flex="1 1 18rem">
					<TextField label={text.url} type="url" hint={addressHint} maxLength={4_096} {...form.field("url")} />
				</Box>
				<Box flex="1 1 18rem">
					<TextField label={text.query} isOptional hint={text.queryHint} maxLength={2_000} {...form.field("query")} />
				</Box>
			</Flex>
		</FormCard>
	);
}
