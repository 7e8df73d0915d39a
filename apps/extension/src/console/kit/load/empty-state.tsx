import { Box } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Empty } from "../../../kit/states.tsx";

type Props = { readonly title: string; readonly hint: string; readonly children?: ReactNode };

/** A sentence in the place of content, and the next step. */
export function EmptyState({ title, hint, children }: Props) {
	return (
		<Box borderWidth="1px" borderStyle="dashed" borderColor="line.strong" rounded="lg">
			<Empty title={title} hint={hint}>
				{children}
			</Empty>
		</Box>
	);
}
