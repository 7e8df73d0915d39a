import { Box } from "@chakra-ui/react";
import { DocumentId } from "@webhand/contracts/knowledge/documents";
import { useEffect, useRef, useState } from "react";
import type { PageProps } from "../../page-props.ts";
import { DocumentDetail } from "./detail/document-detail.tsx";
import { DocumentList } from "./list/document-list.tsx";

/** `/documents` lists documents; `/documents/<id>` shows one, and `/documents/<id>/replace` with the form that replaces it. */
export function DocumentsPage(props: PageProps) {
	const [asked, part] = props.place.parts;
	const id = DocumentId.safeParse(asked).data ?? null;
	const content = useRef<HTMLDivElement>(null);
	const shown = useRef(id);
	const [deleted, setDeleted] = useState("");
	useEffect(() => {
		if (shown.current === id) return;
		shown.current = id;
		// A screen reader hears which document is open.
		content.current?.querySelector<HTMLElement>("h1")?.focus();
	}, [id]);
	return (
		<Box ref={content}>
			{id === null ? (
				<DocumentList {...props} deleted={deleted} />
			) : (
				<DocumentDetail key={id} {...props} id={id} isReplacing={part === "replace"} onDeleted={setDeleted} />
			)}
		</Box>
	);
}
