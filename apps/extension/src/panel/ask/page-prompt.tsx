import { Button, HStack, Input } from "@chakra-ui/react";
import { useState } from "react";
import type { PageAsks } from "../../panel-state.ts";
import { AskCard } from "./ask-card.tsx";
import { askText } from "./words.ts";

type Props = {
	readonly asks: PageAsks;
	readonly isBusy: boolean;
	readonly onAnswer: (given: { readonly accept: boolean; readonly text: string }) => void;
};

/** The page's own question: `confirm` takes yes or no, `prompt` a text. Cancel comes first, as it changes nothing. */
export function PagePrompt({ asks, isBusy, onAnswer }: Props) {
	const [given, setGiven] = useState(asks.suggestion);
	const isPrompt = asks.type === "prompt";
	return (
		<AskCard
			title={askText.pageTitle(asks.site)}
			text={asks.type === "beforeunload" ? askText.pageLeave : asks.message}
			about={asks.message}
		>
			{isPrompt ? (
				<Input
					size="xs"
					aria-label={askText.pageField}
					value={given}
					maxLength={4_000}
					onChange={(event) => setGiven(event.target.value)}
				/>
			) : null}
			<HStack wrap="wrap" gap="1.5">
				<Button
					size="xs"
					variant="outline"
					bg="bg.card"
					borderColor="line.strong"
					disabled={isBusy}
					onClick={() => onAnswer({ accept: false, text: "" })}
				>
					{askText.pageCancel}
				</Button>
				<Button size="xs" colorPalette="brand" loading={isBusy} onClick={() => onAnswer({ accept: true, text: isPrompt ? given : "" })}>
					{askText.pageAccept}
				</Button>
			</HStack>
		</AskCard>
	);
}
