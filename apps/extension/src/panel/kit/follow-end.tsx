import { Box, Button } from "@chakra-ui/react";
import type { ReactNode, RefObject, UIEvent } from "react";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { DownIcon } from "../../kit/icons.tsx";

/** Within this distance (CSS pixels) an end counts as shown: two lines of text, so that a last line cut off still counts. */
export const nearPx = 48;

type FollowedEnd = {
	/** The part that scrolls; null before it is drawn. */
	readonly scroller: HTMLDivElement | null;
	readonly setScroller: (scroller: HTMLDivElement | null) => void;
	/** What grows in it. */
	readonly content: RefObject<HTMLDivElement | null>;
	readonly isFollowing: boolean;
	readonly onScroll: (event: UIEvent<HTMLElement>) => void;
	readonly toEnd: () => void;
	/** Follows the end from now on, or no longer. */
	readonly follow: (isFollowing: boolean) => void;
};

/** Follows the end of a part that grows, unless the person scrolled up. */
export function useFollowedEnd(): FollowedEnd {
	// A state, since a list in the part is drawn before a ref of its parent is set.
	const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
	const content = useRef<HTMLDivElement>(null);
	const [isFollowing, setIsFollowing] = useState(true);
	const isWanted = useRef(true);
	const lastTop = useRef(0);
	const toEnd = useCallback(() => scroller?.scrollTo({ top: scroller.scrollHeight }), [scroller]);
	const follow = (wanted: boolean) => {
		isWanted.current = wanted;
		setIsFollowing(wanted);
		if (wanted) toEnd();
	};
	useLayoutEffect(() => {
		if (scroller === null || content.current === null) return;
		// Measured rows, prompts and unfolded details all change the height.
		const watcher = new ResizeObserver(() => (isWanted.current ? toEnd() : undefined));
		watcher.observe(content.current);
		watcher.observe(scroller);
		return () => watcher.disconnect();
	}, [scroller, toEnd]);
	const onScroll = ({ currentTarget: box }: UIEvent<HTMLElement>) => {
		const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < nearPx;
		// What grows also leaves the end behind; only a move upwards is the person's.
		isWanted.current = isNear || (isWanted.current && box.scrollTop >= lastTop.current);
		lastTop.current = box.scrollTop;
		setIsFollowing(isWanted.current);
	};
	return { scroller, setScroller, content, isFollowing, onScroll, toEnd, follow };
}

/** Goes to the end of the part that it stands over. */
export function ToEnd({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
	return (
		<Button size="2xs" variant="surface" position="absolute" bottom="2" insetEnd="4" boxShadow="sm" onClick={onClick}>
			<DownIcon boxSize="3" />
			{label}
		</Button>
	);
}

type Props = {
	readonly label: string;
	/** Words of the button that goes to the end. */
	readonly toEnd: string;
	readonly children: ReactNode;
};

/** A part that scrolls and follows its end while it grows. */
export function FollowEnd({ label, toEnd, children }: Props) {
	const end = useFollowedEnd();
	return (
		<Box position="relative" flex="1" minH="0" display="flex" flexDirection="column">
			<Box
				ref={end.setScroller}
				role="region"
				aria-label={label}
				tabIndex={0}
				flex="1"
				minH="0"
				overflowY="auto"
				overflowAnchor="none"
				onScroll={end.onScroll}
				_focusVisible={{ outline: "2px solid", outlineColor: "brand.focusRing", outlineOffset: "-2px" }}
			>
				<Box ref={end.content} py="2.5">
					{children}
				</Box>
			</Box>
			{end.isFollowing ? null : <ToEnd label={toEnd} onClick={end.toEnd} />}
		</Box>
	);
}
