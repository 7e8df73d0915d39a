import { Box, Button, Stack, Text } from "@chakra-ui/react";
import type { ProposedList } from "@webhand/contracts/routine/routine";
import { proposeListsRoute } from "@webhand/contracts/routine/routine";
import { useState } from "react";
import { useLoaded } from "../../../kit/load/queries.ts";
import { Empty, Problem } from "../../../kit/states.tsx";
import { PanelLoad } from "../../kit/panel-load.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { routineSentence } from "../kit/routine-sentence.ts";
import type { PageRead, RoutinesBench } from "../kit/routines-props.ts";
import { routinesText } from "../words.ts";
import { ListChoice } from "./list-choice.tsx";
import { nameOf } from "./read-draft.ts";
import { ReadForm } from "./read-form.tsx";

type Props = {
	readonly bench: RoutinesBench;
	/** The columns in words; "" for all. */
	readonly words: string;
};

/** What was found on the page that was in front at that time. */
type Found =
	| { readonly kind: "lists"; readonly lists: readonly ProposedList[]; readonly url: string; readonly title: string }
	| Exclude<PageRead, { readonly kind: "page" }>;

/** Reads a list of the page in front into a table: which list, which of its columns, how far. */
export function ReadPage({ bench, words }: Props) {
	const text = routinesText.read;
	const { api, address, readPage } = bench;
	const [chosen, setChosen] = useState<number | null>(null);
	const loaded = useLoaded(["lists"], async (signal): Promise<{ readonly found: Found; readonly of: string }> => {
		const page = await readPage();
		if (page.kind !== "page") return { found: page, of: address };
		const { lists } = await api.call(proposeListsRoute, { body: { dom: page.dom }, signal });
		return { found: { kind: "lists", lists, url: page.url, title: page.title }, of: address };
	});
	const again = () => {
		setChosen(null);
		loaded.retry();
	};
	const lists = loaded.value?.found.kind === "lists" ? loaded.value.found.lists : [];
	const isAsking = chosen === null || lists.length < 2;
	return (
		<>
			<PageHead title={text.title} onBack={() => (isAsking ? bench.go({ kind: "library" }) : setChosen(null))} />
			<PanelLoad loaded={loaded} sentenceOf={routineSentence}>
				{({ found, of }) => (
					<>
						{of === address ? null : (
							<Box px="gutter" pb="2">
								<Problem message={text.changed} action={{ label: text.again, onChoose: again }} />
							</Box>
						)}
						<FoundOnPage key={loaded.at} bench={bench} words={words} found={found} chosen={chosen} onChoose={setChosen} onAgain={again} />
					</>
				)}
			</PanelLoad>
		</>
	);
}

type FoundProps = Props & {
	readonly found: Found;
	readonly chosen: number | null;
	readonly onChoose: (at: number) => void;
	readonly onAgain: () => void;
};

function FoundOnPage({ bench, words, found, chosen, onChoose, onAgain }: FoundProps) {
	const text = routinesText.read;
	if (found.kind === "refused")
		return (
			<Box px="gutter" py="2">
				<Problem message={found.message} onRetry={onAgain} />
			</Box>
		);
	if (found.kind === "withheld")
		return (
			<Stack px="gutter" py="2" gap="2" align="start">
				<Text>{text.withheld(bench.host)}</Text>
				<Button
					size="sm"
					colorPalette="brand"
					onClick={() => void bench.askChrome(found.origins).then((isAllowed) => (isAllowed ? onAgain() : undefined))}
				>
					{text.allow}
				</Button>
			</Stack>
		);
	const [only, ...others] = found.lists;
	if (only === undefined)
		return (
			<Empty title={text.noList} hint={text.noListHint}>
				<Button size="xs" mt="2" variant="outline" borderColor="line.strong" onClick={onAgain}>
					{text.again}
				</Button>
			</Empty>
		);
	const list = others.length === 0 ? only : found.lists[chosen ?? -1];
	if (list === undefined) return <ListChoice lists={found.lists} onChoose={onChoose} onAgain={onAgain} />;
	return <ReadForm bench={bench} words={words} list={list} name={nameOf(list, found)} url={found.url} />;
}
