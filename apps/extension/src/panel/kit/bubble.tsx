import { Box } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** The corner towards the speaker is nearly square. */
const looks = {
	user: { maxW: "88%", bg: "bg.user", color: "fg.user", borderEndEndRadius: "sm" },
	agent: { maxW: "94%", bg: "bg.agent", color: "fg.agent", borderEndStartRadius: "sm" },
} as const;

/** What the user or the agent said, with its lines as they were written. */
export function Bubble({
	by,
	isFaint = false,
	children,
}: {
	readonly by: keyof typeof looks;
	readonly isFaint?: boolean;
	readonly children: ReactNode;
}) {
	return (
		<Box
			rounded="xl"
			{...looks[by]}
			px="gutter"
			py="line"
			textStyle="body"
			whiteSpace="pre-wrap"
			overflowWrap="anywhere"
			dir="auto"
			opacity={isFaint ? 0.75 : 1}
		>
			{children}
		</Box>
	);
}
