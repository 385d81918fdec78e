"""The API of scoring: each noun's serializers above its views."""
