import { Box } from "@chakra-ui/react";
import { useVirtualizer } from "@tanstack/react-virtual";
import type { KeyboardEvent, ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import { nearPx } from "../../kit/follow-end.tsx";

type Props = {
	readonly label: string;
	readonly role: "list" | "group" | "log";
	readonly count: number;
	/** Usual height of a row in CSS pixels. */
	readonly rowHeight: number;
	/** A row that is scrolled to when the list opens. */
	readonly first?: number | undefined;
	/** Asked once, when the list opens: the row that gets the focus; null for none. */
	readonly focusAtStart?: (() => number | null) | undefined;
	/** Arrow keys move between the rows' controls that are marked `data-row`. */
	readonly hasKeys?: boolean;
	/** The last row came near. */
	readonly onEnd?: (() => void) | undefined;
	readonly onKey?: ((event: KeyboardEvent) => void) | undefined;
	/** For rows that come at the end and go at the beginning: the end is followed while it is shown. */
	readonly tail?: Tail | undefined;
	readonly children: (index: number) => ReactNode;
};

type Tail = {
	readonly keyOf: (index: number) => number;
	readonly onAtEnd: (isAtEnd: boolean) => void;
	/** Counts the wishes to see the end. */
	readonly wishes: number;
};

/** Rows before the end at which the next page is wanted. */
const nearEnd = 20;

/** A list of any length that draws only the rows near the visible part. */
export function VirtualRows({ label, role, count, rowHeight, first, focusAtStart, hasKeys = false, onEnd, onKey, tail, children }: Props) {
	const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
	const wanted = useRef<number | null>(null);
	const atStart = useRef(focusAtStart);
	const list = useVirtualizer({
		count,
		getScrollElement: () => scroller,
		estimateSize: () => rowHeight,
		// Output that rushes by draws all of its rows anew in each frame.
		overscan: tail === undefined ? 12 : 4,
		...(tail === undefined ? {} : { getItemKey: tail.keyOf, anchorTo: "end" as const, followOnAppend: true, scrollEndThreshold: nearPx }),
	});
	const items = list.getVirtualItems();
	const last = items.at(-1)?.index ?? -1;
	useEffect(() => {
		if (last >= count - nearEnd && count > 0) onEnd?.();
	}, [last, count, onEnd]);
	useEffect(() => {
		if (scroller !== null && first !== undefined) list.scrollToIndex(first, { align: "center" });
	}, [scroller, first, list]);
	const wishes = tail?.wishes;
	useEffect(() => {
		if (scroller !== null && wishes !== undefined) list.scrollToEnd();
	}, [scroller, wishes, list]);
	useEffect(() => {
		if (scroller === null || atStart.current === undefined) return;
		wanted.current = atStart.current();
		atStart.current = undefined;
		if (wanted.current !== null) list.scrollToIndex(wanted.current);
	}, [scroller, list]);
	useEffect(() => {
		// A row gets the focus once it is drawn.
		const row = wanted.current === null ? null : scroller?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`);
		if (!row) return;
		wanted.current = null;
		// Who went on to another control meanwhile keeps it: a key meant for that must not open a row.
		const at = document.activeElement;
		if (at === null || at === document.body || scroller?.contains(at) === true) row.focus();
	});
	const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
		const at = document.activeElement?.getAttribute("data-row") ?? null;
		if (!hasKeys || at === null) return;
		const index = Number(at);
		const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1, PageDown: index + 10, PageUp: index - 10 }[event.key];
		if (next === undefined) return onKey?.(event);
		event.preventDefault();
		const target = Math.min(Math.max(next, 0), count - 1);
		wanted.current = target;
		list.scrollToIndex(target);
		scroller?.querySelector<HTMLElement>(`[data-row="${target}"]`)?.focus();
	};
	return (
		<Box
			ref={setScroller}
			flex="1"
			minH="0"
			overflowY="auto"
			tabIndex={hasKeys ? undefined : 0}
			aria-label={hasKeys ? undefined : label}
			role={hasKeys ? undefined : "region"}
			onKeyDown={onKeyDown}
			onScroll={() => tail?.onAtEnd(list.isAtEnd(nearPx))}
		>
			<Box
				role={role}
				aria-live={role === "log" ? "off" : undefined}
				aria-label={label}
				position="relative"
				w="full"
				style={{ height: list.getTotalSize() }}
			>
				{items.map(({ key, index, start }) => (
					<Box
						key={key}
						ref={list.measureElement}
						data-index={index}
						role={role === "list" ? "listitem" : undefined}
						aria-setsize={role === "list" ? count : undefined}
						aria-posinset={role === "list" ? index + 1 : undefined}
						position="absolute"
						insetX="0"
						top="0"
						style={{ transform: `translateY(${start}px)` }}
					>
						{children(index)}
					</Box>
				))}
			</Box>
		</Box>
	);
}
