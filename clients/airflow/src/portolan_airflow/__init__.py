"""Provider of Apache Airflow for batch jobs of Portolan."""
