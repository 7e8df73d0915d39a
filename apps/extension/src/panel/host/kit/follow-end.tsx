import { Box, Button } from "@chakra-ui/react";
import type { ReactNode, UIEvent } from "react";
import { useLayoutEffect, useRef, useState } from "react";
import { DownIcon } from "../../../kit/icons.tsx";

type Props = {
	readonly label: string;
	/** Words of the button that goes to the end. */
	readonly toEnd: string;
	readonly children: ReactNode;
};

/** Within this distance (CSS pixels) the end counts as shown. */
const nearPx = 48;

/** A part that scrolls and follows its end while it grows, unless the person scrolled up. */
export function FollowEnd({ label, toEnd, children }: Props) {
	const scroller = useRef<HTMLDivElement>(null);
	const content = useRef<HTMLDivElement>(null);
	const isFollowing = useRef(true);
	const lastTop = useRef(0);
	const [isAtEnd, setIsAtEnd] = useState(true);
	const jump = () => scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
	useLayoutEffect(() => {
		const watcher = new ResizeObserver(() => (isFollowing.current ? jump() : undefined));
		for (const watched of [content.current, scroller.current]) if (watched !== null) watcher.observe(watched);
		return () => watcher.disconnect();
	}, []);
	const onScroll = ({ currentTarget: box }: UIEvent<HTMLElement>) => {
		const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < nearPx;
		// What grows also leaves the end behind; only a move upwards is the person's.
		isFollowing.current = isNear || (isFollowing.current && box.scrollTop >= lastTop.current);
		lastTop.current = box.scrollTop;
		setIsAtEnd(isFollowing.current);
	};
	return (
		<Box position="relative" flex="1" minH="0" display="flex" flexDirection="column">
			<Box
				ref={scroller}
				role="region"
				aria-label={label}
				tabIndex={0}
				flex="1"
				minH="0"
				overflowY="auto"
				overflowAnchor="none"
				onScroll={onScroll}
				_focusVisible={{ outline: "2px solid", outlineColor: "brand.focusRing", outlineOffset: "-2px" }}
			>
				<Box ref={content} py="2.5">
					{children}
				</Box>
			</Box>
			{isAtEnd ? null : (
				<Button size="2xs" variant="surface" position="absolute" bottom="2" insetEnd="4" boxShadow="sm" onClick={jump}>
					<DownIcon boxSize="3" />
					{toEnd}
				</Button>
			)}
		</Box>
	);
}
