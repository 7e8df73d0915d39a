import { Text } from "@chakra-ui/react";

/** Words of ours around words of a page or a person, which may run the other way: what stands in quotes keeps its own direction. */
export function Words({ children }: { readonly children: string }) {
	return (
		<Text as="span">
			{children.split(/(?<=“)([^”]+)(?=”)/).map((part, index) =>
				index % 2 === 0 ? (
					part
				) : (
					<Text as="bdi" key={`${index + 1}`}>
						{part}
					</Text>
				),
			)}
		</Text>
	);
}
