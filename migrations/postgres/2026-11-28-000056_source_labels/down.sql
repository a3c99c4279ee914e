DROP TABLE source_labels;
