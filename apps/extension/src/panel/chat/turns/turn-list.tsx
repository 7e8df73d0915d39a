import { Box } from "@chakra-ui/react";
import { useVirtualizer } from "@tanstack/react-virtual";
import type { Turn } from "../../state/select.ts";
import { chatText } from "../words.ts";
import type { TurnActions } from "./chat-turn.tsx";
import { ChatTurn } from "./chat-turn.tsx";

type Props = TurnActions & {
	readonly turns: readonly Turn[];
	/** The key of the newest step of a running task; "" for none. */
	readonly liveKey: string;
	readonly showThinking: boolean;
	readonly scroller: HTMLElement;
};

/** A folded step has about this height in CSS pixels. */
const usualHeight = 56;

/** The turns as a list that draws only what is near the visible part. Screen readers hear new turns elsewhere. */
export function TurnList({ turns, liveKey, showThinking, scroller, ...actions }: Props) {
	const list = useVirtualizer({
		count: turns.length,
		getScrollElement: () => scroller,
		estimateSize: () => usualHeight,
		getItemKey: (index) => turns[index]?.key ?? index,
		overscan: 8,
		// Older turns that load above do not move what one reads.
		anchorTo: "end",
	});
	return (
		// A live log would read out each turn that scrolling draws.
		<Box role="log" aria-live="off" aria-label={chatText.label} position="relative" w="full" style={{ height: list.getTotalSize() }}>
			{list.getVirtualItems().map(({ key, index, start }) => {
				const turn = turns[index];
				return turn === undefined ? null : (
					<Box
						key={key}
						ref={list.measureElement}
						data-index={index}
						position="absolute"
						insetX="0"
						top="0"
						pb="between"
						style={{ transform: `translateY(${start}px)` }}
					>
						<ChatTurn turn={turn} isLive={turn.key === liveKey} showThinking={showThinking} {...actions} />
					</Box>
				);
			})}
		</Box>
	);
}
