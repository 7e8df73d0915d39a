import { Box, Button, Field, Input, Stack, Text } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { Quiet } from "../quiet.tsx";

type Props = {
	readonly text: { readonly drop: string; readonly choose: string; readonly dropHint: string };
	/** Endings of files that the browser offers: `.json,.txt`. */
	readonly accepted: string;
	/** One file only. */
	readonly isSingle: boolean;
	readonly isDisabled: boolean;
	readonly problem: string | undefined;
	readonly onFiles: (files: readonly File[]) => void;
};

/** Files by dropping them or by choosing them. */
export function FileDrop({ text, accepted, isSingle, isDisabled, problem, onFiles }: Props) {
	const picker = useRef<HTMLInputElement>(null);
	const [isOver, setIsOver] = useState(false);
	useEffect(() => {
		// A file that is dropped beside would open in place of this page.
		const keep = (event: DragEvent) => event.preventDefault();
		addEventListener("dragover", keep);
		addEventListener("drop", keep);
		return () => {
			removeEventListener("dragover", keep);
			removeEventListener("drop", keep);
		};
	}, []);
	return (
		<Field.Root invalid={problem !== undefined} disabled={isDisabled}>
			<Box
				width="full"
				borderWidth="2px"
				borderStyle="dashed"
				borderColor={isOver ? "brand.solid" : "line.strong"}
				bg={isOver ? "brand.subtle" : "transparent"}
				borderRadius="lg"
				p="5"
				onDragOver={() => setIsOver(!isDisabled)}
				onDragLeave={() => setIsOver(false)}
				onDrop={(event) => {
					setIsOver(false);
					if (!isDisabled) onFiles([...event.dataTransfer.files]);
				}}
			>
				<Stack gap="2" align="center" textAlign="center">
					<Text fontWeight="medium">{text.drop}</Text>
					<Button type="button" size="sm" variant="outline" disabled={isDisabled} onClick={() => picker.current?.click()}>
						{text.choose}
					</Button>
					<Quiet>{text.dropHint}</Quiet>
				</Stack>
				<Input
					ref={picker}
					type="file"
					multiple={!isSingle}
					accept={accepted}
					display="none"
					tabIndex={-1}
					aria-label={text.choose}
					onChange={(event) => {
						onFiles([...(event.target.files ?? [])]);
						event.target.value = "";
					}}
				/>
			</Box>
			<Field.ErrorText role="alert">{problem}</Field.ErrorText>
		</Field.Root>
	);
}
