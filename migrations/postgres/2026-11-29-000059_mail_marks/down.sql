DROP TABLE mail_marks;
