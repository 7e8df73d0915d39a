import { Box } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** A framed part of a page, with a name for screen readers. */
export function Card({ label, children }: { readonly label: string; readonly children: ReactNode }) {
	return (
		<Box
			as="section"
			aria-label={label}
			bg="bg.card"
			borderWidth="1px"
			borderColor="line.soft"
			borderRadius="lg"
			p={{ base: "4", md: "5" }}
		>
			{children}
		</Box>
	);
}
