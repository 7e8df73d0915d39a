import { Box, Button } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useState } from "react";
import { ChevronIcon } from "../../kit/icons.tsx";

/** Settings that are seldom needed, below a quiet button that unfolds them. */
export function Unfold({ label, children }: { readonly label: string; readonly children: ReactNode }) {
	const [isOpen, setIsOpen] = useState(false);
	return (
		<Box>
			<Button
				size="2xs"
				variant="ghost"
				color="fg.quiet"
				fontWeight="normal"
				ms="-2"
				aria-expanded={isOpen}
				onClick={() => setIsOpen(!isOpen)}
			>
				<ChevronIcon boxSize="3" transform={isOpen ? "none" : "rotate(-90deg)"} />
				{label}
			</Button>
			{isOpen ? <Box mt="1">{children}</Box> : null}
		</Box>
	);
}
